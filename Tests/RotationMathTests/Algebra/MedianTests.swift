import RotationMath
import Testing

@Suite("Medians")
struct MedianTests {
  @Test("the middle value of an odd count")
  func odd() {
    #expect([3, 1, 2].median == 2)
    #expect([3, 1, 2].upperMedian == 2)
    #expect([7.5].median == 7.5)
  }

  @Test("of an even count, the mean of the two middle values, or the larger one")
  func even() {
    #expect([4, 1, 2, 8].median == 3)
    #expect([4, 1, 2, 8].upperMedian == 4)
  }

  @Test("nil without values")
  func empty() {
    #expect([Double]().median == nil)
    #expect([Double]().upperMedian == nil)
  }
}

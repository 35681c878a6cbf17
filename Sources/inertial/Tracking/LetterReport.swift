/// A page with simulated letters, each as it was written and as it was found, and their errors.
struct LetterReport {
  var answer: LetterAnswer
  /// One for each letter of the answer.
  var pictures: [LetterPicture]

  /// The page, whole in itself.
  var html: String {
    let legend = LetterPicture.legend.map { name, color in
      "<b style=\"color:\(color)\">&#9632;</b> \(HTML.escaped(name))"
    }.joined(separator: " &nbsp; ")
    let figures = zip(answer.letters, pictures).map { letter, picture in
      """
      <figure>\(picture.svg(label: letter.label, dampingRate: letter.bestDampingRate))\
      <figcaption><b>\(HTML.escaped(letter.label))</b> \
      \(centimetres(letter.damped.mean)) / \(centimetres(letter.window.mean)) / \
      \(centimetres(letter.navigator.mean)) cm<br>\
      \(decimal(letter.windowRatio, places: 1)) and \(decimal(letter.navigatorRatio, places: 1)) \
      times closer</figcaption></figure>
      """
    }
    return HTML.page(
      title: "Simulated letters", style: Self.style,
      body: """
        <h1>Simulated letters</h1>
        <p>\(legend)</p>
        <p>Letters of writer \(answer.seed), by sensors of \
        \(decimal(answer.accelerometerRange, places: 1)) g at \
        \(decimal(answer.sampleRate, places: 0)) Hz. Below each are the mean errors of its shape by \
        damping at the rate that is the best for it, by the gesture window and by the navigator, over \
        \(counted(answer.writers, "writer")), and how many times smaller the last two are.</p>
        <main>\(figures.joined(separator: "\n"))</main>
        """)
  }

  private func centimetres(_ metres: Double) -> String { decimal(100 * metres, places: 2) }

  private static let style = """
    main { display: grid; grid-template-columns: repeat(auto-fill, minmax(11em, 1fr)); gap: 1em; }
    figure { margin: 0; }
    figcaption { font-size: 80%; }
    svg { width: 100%; }
    """
}

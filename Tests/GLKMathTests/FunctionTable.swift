// swift-format-ignore-file: AlwaysUseLowerCamelCase

import GLKMath

/// A value that converts to and from a list of numbers.
protocol FloatList {
  init(_ list: [Float])
  var list: [Float] { get }
}

extension Float: FloatList {
  init(_ list: [Float]) { self = list[0] }
  var list: [Float] { [self] }
}

extension Int32: FloatList {
  init(_ list: [Float]) { self = Int32(list[0]) }
  var list: [Float] { [Float(self)] }
}

extension Bool: FloatList {
  init(_ list: [Float]) { self = list[0] != 0 }
  var list: [Float] { [self ? 1 : 0] }
}

extension GLKVector2: FloatList {
  init(_ list: [Float]) { self.init(x: list[0], y: list[1]) }
  var list: [Float] { [x, y] }
}

extension GLKVector3: FloatList {
  init(_ list: [Float]) { self.init(x: list[0], y: list[1], z: list[2]) }
  var list: [Float] { [r, g, b] }
}

extension GLKVector4: FloatList {
  init(_ list: [Float]) { self.init(x: list[0], y: list[1], z: list[2], w: list[3]) }
  var list: [Float] { [s, t, p, q] }
}

extension GLKQuaternion: FloatList {
  init(_ list: [Float]) { self.init(v: GLKVector3(Array(list.prefix(3))), s: list[3]) }
  var list: [Float] { [q.0, q.1, q.2, q.3] }
}

extension GLKMatrix2: FloatList {
  init(_ list: [Float]) { self.init(m: (list[0], list[1], list[2], list[3])) }
  var list: [Float] { [m00, m01, m10, m11] }
}

extension GLKMatrix3: FloatList {
  init(_ list: [Float]) {
    self.init()
    for i in 0..<9 { self[i] = list[i] }
  }
  var list: [Float] { [m00, m01, m02, m10, m11, m12, m20, m21, m22] }
}

extension GLKMatrix4: FloatList {
  init(_ list: [Float]) {
    self.init()
    for i in 0..<16 { self[i] = list[i] }
  }
  var list: [Float] { (0..<16).map { self[$0] } }
}

/// Every function by name, adapted to take and return lists of numbers.
struct FunctionTable {
  typealias Function = ([[Float]]) -> [Float]
  private var functions: [String: Function] = [:]

  init() {
    addVectors()
    addQuaternions()
    addMatrices()
    addMathUtils()
    addStacks()
  }

  var names: Set<String> { Set(functions.keys) }

  subscript(name: String) -> Function? {
    get { functions[name] }
    set { functions[name] = newValue }
  }
}

// MARK: - From typed functions to lists

func adapt<each Argument: FloatList, Result: FloatList>(
  _ function: @escaping (repeat each Argument) -> Result
) -> FunctionTable.Function {
  { lists in
    var remaining = lists[...]
    func next<T: FloatList>(_ type: T.Type) -> T { T(remaining.removeFirst()) }
    return function(repeat next((each Argument).self)).list
  }
}

/// Adapts a function that changes vectors in place. Three vectors with a count of 2: the third
/// stays unchanged.
func inPlace<Turn: FloatList, Vector: FloatList>(
  _ function: @escaping (Turn, UnsafeMutablePointer<Vector>, Int) -> Void
) -> FunctionTable.Function {
  { lists in
    var vectors = [Vector(lists[1]), Vector(lists[1]), Vector(lists[1])]
    function(Turn(lists[0]), &vectors, 2)
    let untouched = vectors[2].list == Vector(lists[1]).list
    return untouched && vectors[0].list == vectors[1].list ? vectors[1].list : []
  }
}

func inverting<Matrix: FloatList>(
  _ function: @escaping (Matrix, UnsafeMutablePointer<Bool>?) -> Matrix
) -> FunctionTable.Function {
  { lists in
    var isInvertible = false
    let inverse = function(Matrix(lists[0]), &isInvertible)
    return function(Matrix(lists[0]), nil).list == inverse.list
      ? inverse.list + isInvertible.list : []
  }
}

/// A new stack that holds the first of `lists`.
func stack(_ lists: [[Float]]) -> GLKMatrixStack {
  guard let stack = GLKMatrixStackCreate(kCFAllocatorDefault)?.takeRetainedValue() else {
    preconditionFailure("no stack")
  }
  GLKMatrixStackLoadMatrix4(stack, GLKMatrix4(lists[0]))
  return stack
}

func onStack<each Argument: FloatList>(
  _ function: @escaping (GLKMatrixStack, repeat each Argument) -> Void
) -> FunctionTable.Function {
  { lists in
    let loaded = stack(lists)
    var remaining = lists.dropFirst()
    func next<T: FloatList>(_ type: T.Type) -> T { T(remaining.removeFirst()) }
    function(loaded, repeat next((each Argument).self))
    return GLKMatrixStackGetMatrix4(loaded).list
  }
}

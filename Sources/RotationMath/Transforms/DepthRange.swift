/// The range of depths after a projection.
@frozen
public enum DepthRange: Hashable, Sendable, CaseIterable {
  /// -1 at the near plane, 1 at the far plane: OpenGL and GLKit.
  case negativeOneToOne
  /// 0 at the near plane, 1 at the far plane: Metal, Direct3D and Vulkan.
  case zeroToOne
}

// A manifest cannot leave a target out by trait, and `#if` around every file of the tool would
// hide the tool from its readers: one plain error instead.
#if !CommandLine
  #error(
    "The tool 'inertial' needs this package's trait CommandLine. Without it, build a library: swift build --disable-default-traits --target RotationMath"
  )
#endif

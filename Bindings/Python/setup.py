"""The extension module, which links the library beside it; see Scripts/wheel."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "inertial._stream",
            ["src/stream.c"],
            include_dirs=["inertial"],
            library_dirs=["inertial"],
            libraries=["inertial"],
            extra_compile_args=["-O2"],
            extra_link_args=["-Wl,-rpath,$ORIGIN"],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)

// Calls NAME_avx2 if the processor has AVX2 and FMA, otherwise NAME_baseline.
#pragma once

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2,fma")))
#define DISPATCH(name)                                                                             \
  (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? name##_avx2 : name##_baseline)
#else
#define DISPATCH(name) name##_baseline
#endif

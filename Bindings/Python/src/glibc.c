// hypot and hypotf of glibc 2.2.5 instead of 2.35, which differ in errno only: the library then runs
// on distributions since glibc 2.34. Linked into libinertial on x86-64 only.
#ifdef __x86_64__
double old_hypot(double x, double y);
float old_hypotf(float x, float y);
__asm__(".symver old_hypot, hypot@GLIBC_2.2.5");
__asm__(".symver old_hypotf, hypotf@GLIBC_2.2.5");

double hypot(double x, double y) { return old_hypot(x, y); }
float hypotf(float x, float y) { return old_hypotf(x, y); }
#endif

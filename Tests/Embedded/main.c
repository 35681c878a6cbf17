// Prints the components of the chain after as many samples as the argument says.
#include <stdio.h>
#include <stdlib.h>

double chain_component(int count, int index);

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 1000;
  for (int index = 0; index < 7; ++index) printf("%.17g\n", chain_component(count, index));
  return 0;
}

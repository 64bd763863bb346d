#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>

/* Runs the engine library as a program of its own: argv[1] is the library, the rest are the engine's arguments. */
int main(int argc, char **argv) {
  if (argc < 2) return 2;
  /* Ends with the tests, also when those are killed. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
  int (*run)(int, char **) = library ? (int (*)(int, char **))dlsym(library, "chdb_query_cmdline") : 0;
  if (!run) return fprintf(stderr, "%s\n", dlerror()), 3;
  argv[1] = "clickhouse-local";
  return run(argc - 1, argv + 1);
}

#include "host_ports.h"

#if defined(__linux__)

#include <sys/eventfd.h>
#include <unistd.h>

int host_port_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void host_port_ring(int port) {
  // A port that has been rung so often that it is full has been rung all the same.
  (void)eventfd_write(port, 1);
}

void host_port_close(int port) { close(port); }

#else

int host_port_make(void) { return -1; }
void host_port_ring(int port) { (void)port; }
void host_port_close(int port) { (void)port; }

#endif

// Descriptors that a port-based source of CFRunLoop can wait for, which Swift cannot make itself.

#ifndef HOST_PORTS_H
#define HOST_PORTS_H

// Makes a port; negative if the system has none left, or is not Linux.
int host_port_make(void);

// Rings a port, from any thread; rings that were not served yet are one.
void host_port_ring(int port);

void host_port_close(int port);

#endif

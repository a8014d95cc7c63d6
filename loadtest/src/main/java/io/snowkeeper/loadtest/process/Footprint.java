package io.snowkeeper.loadtest.process;

/**
 * What a process takes of the machine.
 *
 * @param residentKib memory in use, in KiB
 * @param openFiles file descriptors, sockets among them
 */
public record Footprint(long residentKib, long openFiles) {}

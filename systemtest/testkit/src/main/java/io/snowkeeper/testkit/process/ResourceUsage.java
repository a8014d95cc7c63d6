package io.snowkeeper.testkit.process;

/**
 * The memory and the files of a process.
 *
 * @param residentKib memory in use, in KiB
 * @param openFiles file descriptors, sockets among them
 */
public record ResourceUsage(long residentKib, long openFiles) {}

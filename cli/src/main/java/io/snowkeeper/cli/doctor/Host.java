package io.snowkeeper.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import io.snowkeeper.node.net.MemoryExhaustion;
import io.snowkeeper.node.net.OpenFiles;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/**
 * The host of a node, as far as its process may use it.
 *
 * @param java the version of Java
 * @param user the process' user
 * @param heapBytes the limit of its heap
 * @param directBytes the limit of its direct memory
 * @param memoryBytes the memory of the machine or the container
 * @param openFiles how many files it may have open, empty where there is no such limit
 */
record Host(
        String java,
        String user,
        int processors,
        long heapBytes,
        long directBytes,
        long memoryBytes,
        OptionalLong openFiles) {

    /** Returns that of this process, which a node has as well if it is started with the same options of Java. */
    static Host ofThisProcess() {
        Runtime runtime = Runtime.getRuntime();
        return new Host(
                Runtime.version().toString(),
                System.getProperty("user.name"),
                runtime.availableProcessors(),
                runtime.maxMemory(),
                MemoryExhaustion.directLimit(),
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
                OpenFiles.limit());
    }
}

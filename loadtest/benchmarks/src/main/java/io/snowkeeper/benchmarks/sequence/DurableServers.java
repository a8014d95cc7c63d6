package io.snowkeeper.benchmarks.sequence;

import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** ZooKeeper servers that force every write to the disk. */
public final class DurableServers {

    private static final String SETTINGS = """
            tickTime=2000
            initLimit=10
            syncLimit=5
            forceSync=yes
            admin.enableServer=false
            maxClientCnxns=0
            4lw.commands.whitelist=srvr,mntr
            """;

    private DurableServers() {}

    /**
     * Starts some on this machine.
     *
     * @param heap the option of Java for the heap of each
     * @param folder for their data and logs
     */
    public static Ensemble start(int count, String heap, Path folder) throws IOException, InterruptedException {
        return Ensemble.start(Ensemble.Host.local(count), JavaProcess.ownClassPath(), List.of(heap), SETTINGS, folder);
    }
}

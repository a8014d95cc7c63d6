package io.snowkeeper.loadtest.chaos.fleet;

import io.snowkeeper.testkit.process.Shell;
import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A copy of ZooKeeper's data, which replaces later data. For one thread at a time. */
public final class Backups {

    private final Ensemble ensemble;
    private final Path backup;
    private final List<List<Path>> logFolders = new ArrayList<>();

    /** @param folder where the copy goes */
    Backups(Ensemble ensemble, Path folder) {
        this.ensemble = ensemble;
        this.backup = folder.resolve("zookeeper-backup");
    }

    /** Copies the folder of the server that leads, which goes on meanwhile; there is one copy, the latest. */
    public void make() throws IOException {
        Shell.run("rm", "-rf", backup.toString());
        Shell.run(
                "cp",
                "-a",
                ensemble.logFolders().get(ensemble.leader().orElse(0)).toString(),
                backup.toString());
    }

    /** Replaces the data of all servers, which must be down, by the copy. The replaced data are kept for the checks. */
    public void putBack() throws IOException {
        List<Path> kept = new ArrayList<>();
        for (Path data : ensemble.logFolders()) {
            kept.add(Files.move(data, data.resolveSibling("version-2-" + (logFolders.size() + 1))));
            Shell.run("cp", "-a", backup.toString(), data.toString());
        }
        logFolders.add(kept);
    }

    /** Returns where the servers' logs are: of each time when data were put back those of before, then the present ones. */
    public List<List<Path>> logFolders() {
        List<List<Path>> all = new ArrayList<>(logFolders);
        all.add(ensemble.logFolders());
        return all;
    }
}

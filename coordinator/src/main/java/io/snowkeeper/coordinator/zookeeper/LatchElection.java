package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.Election;
import io.snowkeeper.coordinator.store.NoAnswerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An election by Curator's latch. The latch ignores that a read of its own failed, and then waits for an event that does not come;
 * {@link #check} notices that.
 */
final class LatchElection implements Election {

    private static final Logger log = LoggerFactory.getLogger(LatchElection.class);

    private final CuratorFramework client;
    private final String path;
    private final String candidate;
    private volatile LeaderLatch latch;

    /** Set by Curator's thread. */
    private volatile boolean passedOver;

    LatchElection(CuratorFramework client, String path, String candidate) {
        this.client = client;
        this.path = path;
        this.candidate = candidate;
        this.latch = new LeaderLatch(client, path, candidate);
    }

    @Override
    public void enter() {
        if (latch.getState() != LeaderLatch.State.LATENT) {
            return;
        }
        try {
            latch.start();
        } catch (Exception e) { // Curator declares no narrower one.
            throw new NoAnswerException("the election cannot be entered: " + e.getMessage());
        }
    }

    @Override
    public boolean isElected() {
        boolean elected = latch.hasLeadership();
        if (passedOver) {
            passedOver = false;
            if (!elected && latch.getState() == LeaderLatch.State.STARTED) {
                enterAnew();
            }
        }
        return elected;
    }

    private void enterAnew() {
        log.warn("the election at {} passed over {}, which takes part anew", path, candidate);
        close();
        latch = new LeaderLatch(client, path, candidate);
        enter();
    }

    @Override
    public void check() {
        LeaderLatch asked = latch;
        if (asked.getState() != LeaderLatch.State.STARTED || asked.hasLeadership()) {
            return;
        }
        try {
            client.getChildren()
                    .inBackground((from, answer) -> {
                        Code code = Code.get(answer.getResultCode());
                        if (asked.equals(latch) && (code == Code.OK || code == Code.NONODE)) {
                            passedOver =
                                    code == Code.NONODE || !waitsForAnother(asked.getOurPath(), answer.getChildren());
                        }
                    })
                    .forPath(path);
        } catch (Exception e) { // Curator declares no narrower one.
            throw new NoAnswerException("the election cannot be checked: " + e.getMessage());
        }
    }

    /** Returns whether our node is there, and another one comes before it. */
    private static boolean waitsForAnother(@Nullable String ours, List<String> candidates) {
        if (ours == null) {
            return false;
        }
        String name = ZKPaths.getNodeFromPath(ours);
        Optional<String> first = candidates.stream().min(Comparator.comparing(ZKPaths::extractSequentialSuffix));
        return candidates.contains(name) && !first.equals(Optional.of(name));
    }

    @Override
    public void close() {
        if (latch.getState() != LeaderLatch.State.STARTED) {
            return;
        }
        try {
            latch.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

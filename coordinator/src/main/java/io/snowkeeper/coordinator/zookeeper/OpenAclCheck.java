package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.StoreDeniedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.zookeeper.data.ACL;

/** A check for znodes whose access lists are open to every client of ZooKeeper. */
final class OpenAclCheck {

    private static final String EVERYBODY = "world";

    private final ZooKeeperSession session;
    private final FleetRoot root;

    OpenAclCheck(ZooKeeperSession session, FleetRoot root) {
        this.session = session;
        this.root = root;
    }

    /** Returns which of some records are open, with their whole paths. */
    CompletableFuture<List<String>> findOpen(List<String> paths) {
        CompletableFuture<List<String>> open = CompletableFuture.completedFuture(List.of());
        for (String path : paths) {
            open = open.thenCombine(isOpen(path), (found, isOpen) -> isOpen ? with(found, path) : found);
        }
        return open;
    }

    private List<String> with(List<String> found, String path) {
        List<String> more = new ArrayList<>(found);
        more.add(root.absolute(path));
        return more;
    }

    private CompletableFuture<Boolean> isOpen(String path) {
        return session.acl(path).handle((acl, failure) -> {
            if (failure == null) {
                return acl.filter(OpenAclCheck::letsEverybodyIn).isPresent();
            }
            if (failure instanceof StoreDeniedException denied && denied.isOfRecord()) {
                // Not even we may look.
                return false;
            }
            throw new CompletionException(failure);
        });
    }

    private static boolean letsEverybodyIn(List<ACL> acl) {
        return acl.stream().anyMatch(entry -> entry.getId().getScheme().equals(EVERYBODY));
    }
}

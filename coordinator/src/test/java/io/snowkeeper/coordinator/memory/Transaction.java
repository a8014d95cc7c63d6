package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A write in preparation: each change sees those before it, and none is visible outside until all are done. */
final class Transaction {

    private final Tree tree;
    private final long number;
    private final long millis;
    private final Predicate<String> denied;
    private final Map<String, Optional<Node>> staged = new HashMap<>();
    private final Map<String, Update> updates = new LinkedHashMap<>();

    /** @param denied which records may not be written */
    Transaction(Tree tree, long number, long millis, Predicate<String> denied) {
        this.tree = tree;
        this.number = number;
        this.millis = millis;
        this.denied = denied;
    }

    /** Does all changes, and returns their stamps. */
    List<@Nullable RecordStamp> apply(List<Change> changes) {
        List<@Nullable RecordStamp> stamps = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
            stamps.add(apply(i, changes.get(i)));
        }
        return stamps;
    }

    /** Returns the updates to report, in order. */
    List<Update> updates() {
        return List.copyOf(updates.values());
    }

    private @Nullable RecordStamp apply(int index, Change change) {
        String path = change.path();
        if (change instanceof Change.Create create) {
            create(index, path, create.payload(), 0);
            return null;
        } else if (change instanceof Change.Set set) {
            Node node = expect(index, path, set.version()).written(set.payload(), number, millis);
            stage(path, node, true);
            return node.stamp();
        } else if (change instanceof Change.Delete delete) {
            delete(index, path, delete.version());
            return null;
        }
        expect(index, path, ((Change.Check) change).version());
        return null;
    }

    /** @param session the session that it ends with, 0 for none */
    void create(int index, String path, byte[] payload, long session) {
        String parentPath = Tree.parentOf(path);
        if (parentPath != null) {
            Node parent = node(parentPath)
                    .orElseThrow(() -> refusal(index, Refusal.MISSING, "there is no %s above it", parentPath));
            if (denied.test(parentPath)) {
                throw refusal(index, Refusal.DENIED, "access to %s is denied", parentPath);
            }
            if (parent.isEphemeral()) {
                throw refusal(index, Refusal.OTHER, "%s ends with a session and has no children", parentPath);
            }
            requireNone(index, path);
            stage(parentPath, parent.withChild(number), false);
        } else {
            requireNone(index, path);
        }
        stage(path, Node.made(payload, number, millis, session), true);
    }

    private void requireNone(int index, String path) {
        if (node(path).isPresent()) {
            throw refusal(index, Refusal.EXISTS, "there is %s already", path);
        }
    }

    void delete(int index, String path, int version) {
        Node node = expect(index, path, version);
        if (node.stamp().children() > 0) {
            throw refusal(index, Refusal.NOT_EMPTY, "%s has children", path);
        }
        stage(path, null, true);
        String parent = Tree.parentOf(path);
        if (parent != null) {
            stage(parent, node(parent).orElseThrow().withoutChild(number), false);
        }
    }

    Optional<Node> node(String path) {
        return staged.getOrDefault(path, Optional.ofNullable(tree.get(path)));
    }

    private Node expect(int index, String path, int version) {
        Node node = node(path).orElseThrow(() -> refusal(index, Refusal.MISSING, "there is no %s", path));
        if (denied.test(path)) {
            throw refusal(index, Refusal.DENIED, "access to %s is denied", path);
        }
        if (version != StoreSession.ANY_VERSION && version != node.stamp().version()) {
            throw refusal(index, Refusal.VERSION, "%s has another version", path);
        }
        return node;
    }

    private void stage(String path, @Nullable Node node, boolean seen) {
        staged.put(path, Optional.ofNullable(node));
        Update before = updates.get(path);
        boolean seenBefore = before != null && before.seen();
        boolean ofChildrenBefore = before != null && before.ofChildren();
        updates.put(path, new Update(path, node, seen || seenBefore, !seen || ofChildrenBefore));
    }

    private static WriteRefusedException refusal(int index, Refusal reason, String message, String path) {
        return new WriteRefusedException(index, reason, message.formatted(MemoryEnsemble.described(path)));
    }
}

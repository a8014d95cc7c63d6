package io.snowkeeper.coordinator.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The records as one server knows them. The root's path is empty. Guarded by the ensemble. */
final class Tree {

    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, Set<String>> names = new HashMap<>();

    /** Returns the root's parent as null. */
    static @Nullable String parentOf(String path) {
        return path.isEmpty() ? null : path.substring(0, path.lastIndexOf('/'));
    }

    static String nameOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Nullable
    Node get(String path) {
        return nodes.get(path);
    }

    List<String> children(String path) {
        return new ArrayList<>(names.getOrDefault(path, Set.of()));
    }

    /** Returns the paths of the records that end with a session. */
    List<String> ephemerals(long session) {
        return nodes.entrySet().stream()
                .filter(entry -> entry.getValue().stamp().session() == session)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    void apply(Update update) {
        String path = update.path();
        Node node = update.node();
        String parent = parentOf(path);
        if (node != null) {
            nodes.put(path, node);
            if (parent != null) {
                names.computeIfAbsent(parent, unused -> new LinkedHashSet<>()).add(nameOf(path));
            }
        } else {
            nodes.remove(path);
            names.remove(path);
            if (parent != null) {
                names.getOrDefault(parent, new LinkedHashSet<>()).remove(nameOf(path));
            }
        }
    }

    /** Replaces its content by another one's. */
    void replace(Tree other) {
        Tree copy = other.copy();
        nodes.clear();
        nodes.putAll(copy.nodes);
        names.clear();
        names.putAll(copy.names);
    }

    Tree copy() {
        Tree copy = new Tree();
        copy.nodes.putAll(nodes);
        names.forEach((parent, children) -> copy.names.put(parent, new LinkedHashSet<>(children)));
        return copy;
    }
}

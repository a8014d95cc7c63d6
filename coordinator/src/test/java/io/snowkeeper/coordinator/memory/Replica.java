package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.memory.Faults.Lag;
import io.snowkeeper.coordinator.memory.Request.Kind;
import io.snowkeeper.coordinator.store.Watch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The server that a client is connected to: its tree, which may be old, and the client's watches. Guarded by the
 * ensemble.
 */
final class Replica {

    private final Tree latest;
    private final Consumer<Call> told;
    private final Map<String, Map<Watch, Boolean>> watches = new HashMap<>();
    private final Map<String, Set<Watch>> childWatches = new HashMap<>();
    private final List<Update> behind = new ArrayList<>();
    private Lag lag = Lag.NONE;
    private @Nullable Tree stale;

    /**
     * The call of a watch.
     *
     * @param ofMissing whether there was no record at its path when the watch was set
     */
    record Call(String path, Watch watch, boolean ofMissing) {}

    /** @param told receives the watches that are to be called, in order */
    Replica(Tree latest, Lag lag, Consumer<Call> told) {
        this.latest = latest;
        this.told = told;
        lag(lag);
    }

    /** Sets the only events by which it catches up. */
    void lag(Lag next) {
        lag = next;
        if (lag == Lag.NONE) {
            catchUp();
            stale = null;
        } else if (stale == null) {
            stale = latest.copy();
        }
    }

    /** Has it know all that there is, if a request of this kind has it catch up. */
    void catchUp(Kind kind) {
        if (lag.endsBy(kind)) {
            catchUp();
        }
    }

    private void catchUp() {
        if (stale != null) {
            behind.forEach(stale::apply);
            List<Update> known = List.copyOf(behind);
            behind.clear();
            known.forEach(this::tell);
        }
    }

    /** Takes an update of the ensemble. */
    void take(Update update) {
        if (stale == null) {
            tell(update);
        } else {
            behind.add(update);
        }
    }

    Tree tree() {
        return stale == null ? latest : stale;
    }

    void watch(String path, Watch watch) {
        boolean ofMissing = tree().get(path) == null;
        watches.computeIfAbsent(path, unused -> new LinkedHashMap<>()).merge(watch, ofMissing, Boolean::logicalAnd);
    }

    /** Watches the children of a record that there is. */
    void watchChildren(String path, Watch watch) {
        childWatches.computeIfAbsent(path, unused -> new LinkedHashSet<>()).add(watch);
    }

    /**
     * Finds out again whether a watch is to be called, whose call has not arrived before a new connection. A client
     * sets its watches anew there: one for a missing record waits on if there is none, even if there was one in
     * between.
     */
    boolean isDue(Call call) {
        if (call.ofMissing() && tree().get(call.path()) == null) {
            watch(call.path(), call.watch());
            return false;
        }
        return true;
    }

    private void tell(Update update) {
        String path = update.path();
        Map<Watch, Boolean> called = new LinkedHashMap<>();
        if (update.seen()) {
            called.putAll(watches.getOrDefault(path, Map.of()));
            watches.remove(path);
        }
        if (update.ofChildren() || update.node() == null) {
            childWatches.getOrDefault(path, Set.of()).forEach(watch -> called.put(watch, false));
            childWatches.remove(path);
        }
        called.forEach((watch, ofMissing) -> told.accept(new Call(path, watch, ofMissing)));
    }
}

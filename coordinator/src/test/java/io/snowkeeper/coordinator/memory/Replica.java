package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.memory.Faults.Lag;
import io.snowkeeper.coordinator.memory.Request.Kind;
import io.snowkeeper.coordinator.store.Watch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The server that a client is connected to: what it knows, which may be old, and the client's watches. Guarded by the ensemble. */
final class Replica {

    private final Tree latest;
    private final Consumer<Watch> told;
    private final Map<String, Set<Watch>> watches = new HashMap<>();
    private final List<Update> behind = new ArrayList<>();
    private Lag lag = Lag.NONE;
    private @Nullable Tree stale;

    /** @param told is handed the watches that are to be called, in order */
    Replica(Tree latest, Lag lag, Consumer<Watch> told) {
        this.latest = latest;
        this.told = told;
        lag(lag);
    }

    /** Has it catch up only by what a lag ends by. */
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

    /** Takes what the ensemble has done. */
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
        watches.computeIfAbsent(path, unused -> new LinkedHashSet<>()).add(watch);
    }

    private void tell(Update update) {
        Set<Watch> called = update.seen() ? watches.remove(update.path()) : null;
        if (called != null) {
            called.forEach(told);
        }
    }
}

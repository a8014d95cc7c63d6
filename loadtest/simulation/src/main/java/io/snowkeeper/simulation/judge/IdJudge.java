package io.snowkeeper.simulation.judge;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.sortable.SortableId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The judge of ids: none comes twice, those of a process increase, and so do those of a node under one worker id over
 * its processes, each of which knows by the disk up to where the one before may have issued.
 */
public final class IdJudge {

    private final Layout layout;
    private final SlotJudge slots;
    private final LimitJudge limits;
    private final Map<Long, String> ids = new HashMap<>();
    private final Set<SortableId> sortable = new HashSet<>();
    private final Map<String, Long> lastOf = new HashMap<>();
    private final Map<String, Life> lives = new HashMap<>();
    private long latest;

    /** The ids issued by a node under a worker id. */
    private static final class Life {

        private String process = "";
        private long highest = Long.MIN_VALUE;
        private long formerHighest = Long.MIN_VALUE;
    }

    public IdJudge(Layout layout, SlotJudge slots, LimitJudge limits) {
        this.layout = layout;
        this.slots = slots;
        this.limits = limits;
    }

    public long workerOf(long id) {
        return layout.workerIdOf(id);
    }

    public long count() {
        return (long) ids.size() + sortable.size();
    }

    /** Returns the id that was given last, by whichever process; 0 before the first one. */
    public long latest() {
        return latest;
    }

    /** Looks at an id that was given at once. */
    public void given(String process, long id) {
        add(process, id);
        Long before = lastOf.put(process, id);
        if (before != null && before >= id) {
            throw new BrokenPromiseException("%s gave %s after %s".formatted(process, text(id), text(before)));
        }
    }

    /** Looks at the ids of a batch. */
    public void givenTogether(String process, long[] batch) {
        long last = Long.MIN_VALUE;
        for (long id : batch) {
            add(process, id);
            if (id <= last) {
                throw new BrokenPromiseException(
                        "%s gave %s after %s in a batch".formatted(process, text(id), text(last)));
            }
            last = id;
        }
    }

    public void givenSortable(String process, List<SortableId> batch) {
        for (SortableId id : batch) {
            if (!sortable.add(id)) {
                throw new BrokenPromiseException("sortable id %s was given twice, again by %s".formatted(id, process));
            }
        }
    }

    private void add(String process, long id) {
        latest = id;
        String node = process.substring(0, process.indexOf('.'));
        slots.given(node, id);
        limits.given(node, id);
        requireAboveFormer(
                lives.computeIfAbsent(node + "/" + layout.workerIdOf(id), unused -> new Life()), process, id);
        String before = ids.put(id, process);
        if (before != null) {
            throw new BrokenPromiseException(
                    "id %s was given by %s, and again by %s".formatted(text(id), before, process));
        }
    }

    private void requireAboveFormer(Life life, String process, long id) {
        if (!process.equals(life.process)) {
            life.process = process;
            life.formerHighest = life.highest;
        }
        if (id <= life.formerHighest) {
            throw new BrokenPromiseException("%s gave %s, and a former process of its node %s"
                    .formatted(process, text(id), text(life.formerHighest)));
        }
        life.highest = Math.max(life.highest, id);
    }

    private String text(long id) {
        return "%s (worker %s, %s ms)".formatted(id, layout.workerIdOf(id), layout.millisOf(layout.timestampOf(id)));
    }
}

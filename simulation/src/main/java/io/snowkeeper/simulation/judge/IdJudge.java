package io.snowkeeper.simulation.judge;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.sortable.SortableId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The judge of ids: none comes twice, and those of a process increase. */
public final class IdJudge {

    private final Layout layout;
    private final SlotJudge slots;
    private final Map<Long, String> ids = new HashMap<>();
    private final Set<SortableId> sortable = new HashSet<>();
    private final Map<String, Long> lastOf = new HashMap<>();

    public IdJudge(Layout layout, SlotJudge slots) {
        this.layout = layout;
        this.slots = slots;
    }

    public long workerOf(long id) {
        return layout.workerIdOf(id);
    }

    public long count() {
        return (long) ids.size() + sortable.size();
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
        slots.given(process.substring(0, process.indexOf('.')), id);
        String before = ids.put(id, process);
        if (before != null) {
            throw new BrokenPromiseException(
                    "id %s was given by %s, and again by %s".formatted(text(id), before, process));
        }
    }

    private String text(long id) {
        return "%d (worker %d, %d ms)".formatted(id, layout.workerIdOf(id), layout.millisOf(layout.timestampOf(id)));
    }
}

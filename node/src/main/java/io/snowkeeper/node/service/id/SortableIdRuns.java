package io.snowkeeper.node.service.id;

import io.snowkeeper.core.sortable.SortableGenerator;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableIdRun;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/**
 * A compact list of sortable ids, expanded on access: an answer may wait long for its client: an id is made when it is asked for. A
 * run ends with its tick, which has 65,536 ids or more, so that there are few.
 */
final class SortableIdRuns extends AbstractList<SortableId> {

    private final List<SortableIdRun> runs;
    private final int size;

    private SortableIdRuns(List<SortableIdRun> runs, int size) {
        this.runs = runs;
        this.size = size;
    }

    /** Issues that many ids, as {@link SortableGenerator#nextRun} does. */
    static SortableIdRuns of(SortableGenerator generator, int count) {
        List<SortableIdRun> runs = new ArrayList<>(1);
        int left = count;
        while (left > 0) {
            SortableIdRun run = generator.nextRun(left);
            runs.add(run);
            left -= run.count();
        }
        return new SortableIdRuns(runs, count);
    }

    @Override
    public SortableId get(int index) {
        int left = index;
        for (SortableIdRun run : runs) {
            if (left < run.count()) {
                return run.get(left);
            }
            left -= run.count();
        }
        throw new IndexOutOfBoundsException(index);
    }

    @Override
    public int size() {
        return size;
    }
}

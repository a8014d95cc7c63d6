package io.snowkeeper.embedded.id;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.sortable.SortableGenerator;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableIdRun;
import io.snowkeeper.core.sortable.SortableKind;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A compact list of sortable ids, expanded on access: an answer may wait long for its client. A run ends with its tick, which
 * has 65,536 ids or more, so that there are few.
 */
public final class SortableIdRuns extends AbstractList<SortableId> {

    private final List<SortableIdRun> runs = new ArrayList<>(1);
    private final SortableKind kind;
    private @Nullable SortableGenerator source;
    private int size;

    /**
     * Makes a list without ids.
     *
     * @param kind the kind of the ids
     */
    public SortableIdRuns(SortableKind kind) {
        this.kind = requireNonNull(kind);
    }

    /**
     * Adds the ids that a generator has before the next tick. Those of another generator are dropped: a batch is made
     * under one lease, as those of two may be of the same time.
     *
     * @param count how many there shall be at last
     */
    void fill(SortableGenerator generator, int count) {
        keepThoseOf(generator);
        while (size < count) {
            Optional<SortableIdRun> run = generator.tryNextRun(count - size);
            if (run.isEmpty()) {
                return;
            }
            add(run.get());
        }
    }

    /** Adds a run of a generator, and drops those of another one. */
    void add(SortableGenerator generator, SortableIdRun run) {
        keepThoseOf(generator);
        add(run);
    }

    private void keepThoseOf(SortableGenerator generator) {
        if (source != generator) {
            source = generator;
            runs.clear();
            size = 0;
        }
    }

    private void add(SortableIdRun run) {
        runs.add(run);
        size += run.count();
    }

    @Override
    public SortableId get(int index) {
        int left = index;
        for (SortableIdRun run : runs) {
            if (left < run.count()) {
                return kind.finish(run.get(left));
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

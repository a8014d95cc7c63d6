package io.snowkeeper.loadtest.uniqueness;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** A merge of several sorted parts, where equal numbers meet. */
final class Merge {

    private final PriorityQueue<PackedIds.Cursor> cursors =
            new PriorityQueue<>(Comparator.comparingLong(PackedIds.Cursor::value));
    private final List<Long> examples = new ArrayList<>();
    private long surplus;
    private long last;
    private boolean repeating;
    private boolean empty = true;

    private Merge(List<PackedIds> parts) {
        for (PackedIds part : parts) {
            putBack(part.cursor());
        }
    }

    static Repetitions repetitionsIn(List<PackedIds> parts) {
        Merge merge = new Merge(parts);
        merge.run();
        return new Repetitions(merge.surplus, merge.examples);
    }

    private void run() {
        PackedIds.Cursor lowest = cursors.poll();
        while (lowest != null) {
            meet(lowest.value());
            PackedIds.Cursor other = cursors.peek();
            boolean more = lowest.advance();
            // Parts hardly overlap in time, so that most of the time the queue need not be touched.
            if (more && (other == null || lowest.value() <= other.value())) {
                continue;
            }
            if (more) {
                cursors.add(lowest);
            }
            lowest = cursors.poll();
        }
    }

    private void putBack(PackedIds.Cursor cursor) {
        if (cursor.advance()) {
            cursors.add(cursor);
        }
    }

    private void meet(long value) {
        boolean same = !empty && value == last;
        if (same) {
            surplus++;
            if (!repeating && examples.size() < Repetitions.MAX_EXAMPLES) {
                examples.add(value);
            }
        }
        repeating = same;
        last = value;
        empty = false;
    }
}

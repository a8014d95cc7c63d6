package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.NodeEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The merging of what several nodes tell. What several of them saw of another one is one event: they look at slightly different times.
 * For one thread.
 */
final class EventMerge {

    /** What several nodes saw of one within this time, they saw once. */
    private static final Duration SAME = Duration.ofSeconds(30);

    private static final Comparator<NodeEvent> BY_TIME =
            Comparator.comparing(NodeEvent::at).thenComparing(NodeEvent::number);

    private record Told(NodeEvent event, String by) {}

    /** What two nodes would tell alike of one event. */
    private record Subject(String kind, String node, OptionalLong workerId) {}

    private static final class Merged {
        private final NodeEvent first;
        private final TreeSet<String> seenBy = new TreeSet<>();

        Merged(Told told) {
            first = told.event();
            seenBy.add(told.by());
        }
    }

    private final List<Told> told = new ArrayList<>();

    void add(String by, List<NodeEvent> events) {
        events.forEach(event -> told.add(new Told(event, by)));
    }

    /** Returns the events, newest first. */
    List<SeenEvent> newestFirst() {
        told.sort(Comparator.comparing(Told::event, BY_TIME));
        List<Merged> all = new ArrayList<>();
        Map<Subject, Merged> last = new HashMap<>();
        for (Told one : told) {
            NodeEvent event = one.event();
            Subject subject = new Subject(event.kind(), event.node(), event.workerId());
            Merged before = last.get(subject);
            if (before != null && isSame(before, one)) {
                before.seenBy.add(one.by());
            } else {
                Merged merged = new Merged(one);
                last.put(subject, merged);
                all.add(merged);
            }
        }
        List<SeenEvent> newest = new ArrayList<>(all.size());
        for (int i = all.size() - 1; i >= 0; i--) {
            newest.add(new SeenEvent(all.get(i).first, List.copyOf(all.get(i).seenBy)));
        }
        return newest;
    }

    /** What a node tells of itself, or tells twice, happened as often as it says. */
    private static boolean isSame(Merged before, Told one) {
        return !before.seenBy.contains(one.by())
                && Duration.between(before.first.at(), one.event().at()).compareTo(SAME) <= 0;
    }
}

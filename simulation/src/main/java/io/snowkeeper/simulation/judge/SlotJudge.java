package io.snowkeeper.simulation.judge;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.Layout;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The judge of who may issue what: an id's time was reserved in its worker id's slot, and lies after all that other nodes had
 * reserved there before. It sees each write of a slot as the servers do it.
 */
public final class SlotJudge {

    private static final String WORKERS = "/workers/";
    private static final Pattern WORKER = Pattern.compile("\\d+");
    private static final Pattern SLOT = Pattern.compile("\"node\":\"(n\\d+)\",\"reservedUntil\":\"([^\"]+)\"");

    private static final String RETIRED = "\"owner\":\"retired\"";

    private final Layout layout;
    private final Map<Long, Slot> slots = new HashMap<>();

    public SlotJudge(Layout layout) {
        this.layout = layout;
    }

    /** A slot since it was made. */
    private static final class Slot {

        private String owner = "";
        private long reserved = Long.MIN_VALUE;
        private long highest = Long.MIN_VALUE;

        private long issued = Long.MIN_VALUE;

        private boolean retired;

        /** Up to where other nodes had reserved, or issued, when each node took the slot last. */
        private final Map<String, Long> floors = new HashMap<>();
    }

    /** Takes note of what the servers have done. */
    public void wrote(String path, Optional<StoredRecord> record) {
        if (!path.startsWith(WORKERS) || path.indexOf('/', WORKERS.length()) > 0) {
            return;
        }
        String name = path.substring(WORKERS.length());
        if (!WORKER.matcher(name).matches()) {
            return;
        }
        Long worker = Long.valueOf(name);
        if (record.isEmpty()) {
            // Whoever takes it next knows nothing of it, and must not issue what was reserved all the same.
            slots.computeIfAbsent(worker, unused -> new Slot()).owner = "";
            return;
        }
        String payload = new String(record.get().payload(), UTF_8);
        if (payload.contains(RETIRED)) {
            slots.computeIfAbsent(worker, unused -> new Slot()).retired = true;
        }
        Matcher found = SLOT.matcher(payload);
        if (found.find()) {
            wrote(slots.computeIfAbsent(worker, unused -> new Slot()), found.group(1), found.group(2));
        }
    }

    private static void wrote(Slot slot, String node, String until) {
        if (!node.equals(slot.owner)) {
            slot.floors.put(node, Math.max(slot.reserved, slot.issued));
            slot.owner = node;
        }
        slot.reserved = Instant.parse(until).toEpochMilli();
        slot.highest = Math.max(slot.highest, slot.reserved);
    }

    /** Looks at an id that a node has given. */
    public void given(String node, long id) {
        Slot slot = slots.get(layout.workerIdOf(id));
        if (slot == null) {
            throw new BrokenPromiseException(
                    "%s gave id %d, and worker id %d has no slot".formatted(node, id, layout.workerIdOf(id)));
        }
        if (slot.retired) {
            throw new BrokenPromiseException(
                    "%s gave id %d, and worker id %d is retired".formatted(node, id, layout.workerIdOf(id)));
        }
        long millis = layout.millisOf(layout.timestampOf(id));
        slot.issued = Math.max(slot.issued, millis);
        Long floor = slot.floors.get(node);
        if (floor != null && millis <= floor) {
            throw new BrokenPromiseException(
                    "%s gave id %d of %s, and another node had reserved or used worker id %d up to %s"
                            .formatted(
                                    node,
                                    id,
                                    Instant.ofEpochMilli(millis),
                                    layout.workerIdOf(id),
                                    Instant.ofEpochMilli(floor)));
        }
        if (millis > slot.highest) {
            throw new BrokenPromiseException("%s gave id %d of %s, and worker id %d was reserved up to %s"
                    .formatted(
                            node,
                            id,
                            Instant.ofEpochMilli(millis),
                            layout.workerIdOf(id),
                            Instant.ofEpochMilli(slot.highest)));
        }
    }
}

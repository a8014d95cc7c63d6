package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.fleet.ClaimRecord;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.Layout;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The judge of issued ids: an id's time was reserved in its worker id's slot, and lies after all that other nodes had
 * reserved there before. It sees each write of a slot as the servers do it. A node that takes or renews one does it
 * under a live claim that lasts as long as it issues ids, and lowers no reservation; a node that hands one back ends
 * its claim, and has issued nothing above the rest.
 */
public final class SlotJudge {

    private static final String WORKERS = "/workers/";
    private static final Pattern WORKER = Pattern.compile("\\d+");
    private static final String CLAIMS = "/claims/";

    private final Layout layout;
    private final Map<Long, Slot> slots = new HashMap<>();
    private final Map<String, StoredRecord> claims = new HashMap<>();

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

        /** The claim that it names, and the ids issued since it does. */
        private String claim = "";

        private long issuedUnderClaim = Long.MIN_VALUE;

        /** Up to where other nodes had reserved, or issued, when each node took the slot last. */
        private final Map<String, Long> floors = new HashMap<>();
    }

    /** Takes note of a write of the servers. */
    public void wrote(String path, Optional<StoredRecord> record) {
        if (path.startsWith(CLAIMS)) {
            String claim = path.substring(CLAIMS.length());
            record.ifPresentOrElse(found -> claims.put(claim, found), () -> claims.remove(claim));
            return;
        }
        if (!path.startsWith(WORKERS) || path.indexOf('/', WORKERS.length()) > 0) {
            return;
        }
        String name = path.substring(WORKERS.length());
        if (!WORKER.matcher(name).matches()) {
            return;
        }
        Long worker = Long.valueOf(name);
        if (record.isEmpty()) {
            // The next taker knows nothing of it, and must still not issue in the reserved time.
            Slot deleted = slots.computeIfAbsent(worker, unused -> new Slot());
            deleted.owner = "";
            deleted.claim = "";
            return;
        }
        Written.decode(record.get(), SlotRecord.class)
                .ifPresent(slot -> wrote(slots.computeIfAbsent(worker, unused -> new Slot()), worker, slot));
    }

    private void wrote(Slot slot, long worker, SlotRecord written) {
        String node = written.node();
        long until = written.reservedUntilMillis();
        StoredRecord claim = claims.get(written.owner());
        if (claim == null) {
            requireHandedBack(slot, worker, written);
        } else {
            requireClaimed(slot, worker, written, claim);
            if (!written.owner().equals(slot.claim)) {
                slot.claim = written.owner();
                slot.issuedUnderClaim = Long.MIN_VALUE;
            }
        }
        if (!node.equals(slot.owner)) {
            slot.floors.put(node, Math.max(slot.reserved, slot.issued));
            slot.owner = node;
        }
        slot.reserved = until;
        slot.retired |= written.wasRetired();
        slot.highest = Math.max(slot.highest, slot.reserved);
    }

    private static void requireHandedBack(Slot slot, long worker, SlotRecord written) {
        if (written.reservedUntilMillis() < slot.issuedUnderClaim) {
            throw new BrokenPromiseException("%s handed back worker id %s from %s on, and had issued up to %s"
                    .formatted(
                            written.node(),
                            worker,
                            written.reservedUntil(),
                            Instant.ofEpochMilli(slot.issuedUnderClaim)));
        }
    }

    private static void requireClaimed(Slot slot, long worker, SlotRecord written, StoredRecord claim) {
        if (!names(claim, worker)) {
            throw new BrokenPromiseException("%s wrote the slot of worker id %s under claim %s, which does not say so"
                    .formatted(written.node(), worker, written.owner()));
        }
        if (!slot.owner.isEmpty() && written.reservedUntilMillis() < slot.reserved) {
            throw new BrokenPromiseException("%s reserved worker id %s up to %s, and it was reserved up to %s before"
                    .formatted(written.node(), worker, written.reservedUntil(), Instant.ofEpochMilli(slot.reserved)));
        }
    }

    private static boolean names(StoredRecord claim, long worker) {
        return Written.decode(claim, ClaimRecord.class)
                .filter(found -> Long.valueOf(worker).equals(found.worker()))
                .isPresent();
    }

    /** Looks at an id that a node has given. */
    public void given(String node, long id) {
        Slot slot = slots.get(layout.workerIdOf(id));
        if (slot == null) {
            throw new BrokenPromiseException(
                    "%s gave id %s, and worker id %s has no slot".formatted(node, id, layout.workerIdOf(id)));
        }
        if (slot.retired) {
            throw new BrokenPromiseException(
                    "%s gave id %s, and worker id %s is retired".formatted(node, id, layout.workerIdOf(id)));
        }
        long millis = layout.millisOf(layout.timestampOf(id));
        slot.issued = Math.max(slot.issued, millis);
        if (node.equals(slot.owner)) {
            slot.issuedUnderClaim = Math.max(slot.issuedUnderClaim, millis);
            StoredRecord claim = claims.get(slot.claim);
            if (claim != null && !names(claim, layout.workerIdOf(id))) {
                throw new BrokenPromiseException("%s gave id %s of worker id %s, which its claim %s does not name"
                        .formatted(node, id, layout.workerIdOf(id), slot.claim));
            }
        }
        Long floor = slot.floors.get(node);
        if (floor != null && millis <= floor) {
            throw new BrokenPromiseException(
                    "%s gave id %s of %s, and another node had reserved or used worker id %s up to %s"
                            .formatted(
                                    node,
                                    id,
                                    Instant.ofEpochMilli(millis),
                                    layout.workerIdOf(id),
                                    Instant.ofEpochMilli(floor)));
        }
        if (millis > slot.highest) {
            throw new BrokenPromiseException("%s gave id %s of %s, and worker id %s was reserved up to %s"
                    .formatted(
                            node,
                            id,
                            Instant.ofEpochMilli(millis),
                            layout.workerIdOf(id),
                            Instant.ofEpochMilli(slot.highest)));
        }
    }
}

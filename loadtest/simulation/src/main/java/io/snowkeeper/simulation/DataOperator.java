package io.snowkeeper.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.memory.Backup;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Machine;
import io.snowkeeper.simulation.machine.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** An operator that changes the servers' data by hand, as documented, or by mistake where that must do no harm. */
final class DataOperator {

    private static final Duration BACKUP_PACE = Duration.ofSeconds(3);
    private static final String CLAIMS = "/claims";
    private static final int CLAIMS_LEFT = 10;
    private static final String STATE = "/state";
    private static final int WRITES_LEFT = 10;
    private static final Duration AGEING = Duration.ofSeconds(1);
    private static final int MAX_BACKUPS = 40;
    private static final byte[] GARBAGE = "{not json".getBytes(UTF_8);
    private static final List<String> STRAYS =
            List.of("/sequences/A-stray", "/sequences/zzz", "/claims/stray", "/workers/stray");
    private static final List<String> DENIED =
            List.of("/sequences/A-stray", "/sequences/block", "/sequences/ordered", "/claims", "/workers", "/fleet");

    private final WorldSettings settings;
    private final EventLoop loop;
    private final List<SimulatedNode> nodes;
    private final MemoryEnsemble ensemble;
    private final RetirementOperator retirement;
    private final Trace trace;
    private final List<Dated> backups = new ArrayList<>();

    /** Whether the records that clients rely on exist, so that a backup has them. */
    private final BooleanSupplier complete;

    private record Dated(Backup backup, long atNanos) {}

    DataOperator(
            WorldSettings settings,
            EventLoop loop,
            List<SimulatedNode> nodes,
            MemoryEnsemble ensemble,
            RetirementOperator retirement,
            BooleanSupplier complete,
            Trace trace) {
        this.settings = settings;
        this.complete = complete;
        this.retirement = retirement;
        this.loop = loop;
        this.nodes = nodes;
        this.ensemble = ensemble;
        this.trace = trace;
    }

    /** Backs up again and again, if backups are restored in this world, and has records be old. */
    void start() {
        if (settings.oldRecords()) {
            loop.after(AGEING, this::ageClaims);
            ensemble.bearOld(path -> path.endsWith(STATE), StateLimits.DEFAULT.renewAt() - WRITES_LEFT);
        }
        backUp();
    }

    private void ageClaims() {
        ensemble.record(CLAIMS)
                .ifPresent(claims -> ensemble.age(CLAIMS, claims.stamp().version(), Integer.MAX_VALUE - CLAIMS_LEFT));
    }

    private void backUp() {
        if (settings.restores()) {
            loop.after(BACKUP_PACE, () -> {
                if (complete.getAsBoolean()) {
                    backups.add(new Dated(ensemble.backup(), loop.nowNanos()));
                }
                if (backups.size() > MAX_BACKUPS) {
                    backups.remove(0);
                }
                backUp();
            });
        }
    }

    void deleteClaim(Strike strike) {
        List<String> claims = ensemble.children(CLAIMS).stream().sorted().toList();
        if (!claims.isEmpty()) {
            ensemble.deleteAll(CLAIMS + "/" + strike.one(claims));
        }
    }

    /** Deletes a slot, only of a node that does not run, as documented. */
    boolean deleteSlot(Strike strike) {
        if (settings.byHand() != WorldSettings.ByHand.DELETE_SLOTS) {
            return false;
        }
        Optional<String> slot = unusedSlot(strike);
        slot.ifPresent(path -> {
            trace.tell("deletes " + path + " " + payload(path));
            ensemble.deleteAll(path);
        });
        return slot.isPresent();
    }

    /** Begins to retire a slot, only of a node that does not run, and where neither that nor the slot is undone. */
    boolean retire(Strike strike) {
        if (settings.byHand() != WorldSettings.ByHand.NOTHING || retirement.hasBegun()) {
            return false;
        }
        Optional<String> slot = unusedSlot(strike);
        slot.ifPresent(path -> retirement.begin(path, strike));
        return slot.isPresent();
    }

    /** Returns a slot, if its last owner does not run. */
    private Optional<String> unusedSlot(Strike strike) {
        List<String> slots = ensemble.children("/workers").stream()
                .filter(name -> !STRAYS.contains("/workers/" + name))
                .sorted()
                .toList();
        if (slots.isEmpty()) {
            return Optional.empty();
        }
        String path = "/workers/" + strike.one(slots);
        String payload = payload(path);
        boolean lives = nodes.stream()
                .filter(SimulatedNode::isRunning)
                .anyMatch(node ->
                        payload.contains("\"" + node.name() + "\"") || payload.contains("\"" + node.name() + "/"));
        return lives || payload.isEmpty() ? Optional.empty() : Optional.of(path);
    }

    boolean hasBackups() {
        return !backups.isEmpty();
    }

    /** Has the servers begin with a backup, of which there must be one; no node may be running. Returns when it was made. */
    long restore(Strike strike) {
        Dated put = strike.one(backups);
        ensemble.restore(put.backup);
        // Made after it, they do not exist in this history.
        backups.subList(backups.indexOf(put) + 1, backups.size()).clear();
        put.backup.sessions().forEach(session -> loop.after(settings.sessionTimeout(), () -> ensemble.expire(session)));
        return put.atNanos;
    }

    /** Returns another ensemble, with a copy of the data of ours and another fleet; empty if there is no fleet yet. */
    Optional<MemoryEnsemble> elsewhere(Machine server) {
        if (ensemble.record("/fleet").isEmpty()) {
            return Optional.empty();
        }
        MemoryEnsemble elsewhere = new MemoryEnsemble(server::clockMillis);
        elsewhere.restore(ensemble.backup());
        elsewhere.put(
                "/fleet",
                payload("/fleet")
                        .replaceFirst("\"id\":\"[^\"]+\"", "\"id\":\"elsewhere\"")
                        .getBytes(UTF_8));
        return Optional.of(elsewhere);
    }

    void stray(Strike strike) {
        String path = stray(strike.one(STRAYS));
        loop.after(strike.lastsNanos(), () -> ensemble.deleteAll(path));
    }

    /** Makes one that stays. */
    void strayForGood() {
        stray(STRAYS.get(0));
    }

    private String stray(String path) {
        if (ensemble.record(path.substring(0, path.lastIndexOf('/'))).isPresent()) {
            ensemble.put(path, GARBAGE);
        }
        return path;
    }

    void deny(Strike strike) {
        String path = strike.one(DENIED);
        ensemble.deny(path);
        loop.after(strike.lastsNanos(), () -> ensemble.allow(path));
    }

    void mendAll() {
        STRAYS.forEach(ensemble::deleteAll);
        DENIED.forEach(ensemble::allow);
    }

    private String payload(String path) {
        return ensemble.record(path)
                .map(StoredRecord::payload)
                .map(bytes -> new String(bytes, UTF_8))
                .orElse("");
    }
}

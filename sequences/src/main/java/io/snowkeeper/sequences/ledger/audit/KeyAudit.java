package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Retention;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.Posting;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of an audit that checks the promises to reservations, by the options in the ledger: time alone does not
 * return a held reservation, and a key gets its number again as long as it is known. A key that is confirmed under two
 * numbers after it was forgotten is correct, and a remark. Not thread-safe.
 */
final class KeyAudit {

    private static final Pattern AT_EXPIRY = Pattern.compile("(?:^| )at_expiry=(hold|return)\\b");
    private static final Pattern RETENTION = Pattern.compile("(?:^| )key_retention_ms=(\\d{1,18}|forever)\\b");

    /** By how much the clocks of ZooKeeper's servers, whose times a ledger has, may differ without a finding. */
    private static final long CLOCKS_MILLIS = Duration.ofMinutes(1).toMillis();

    private final AuditFindings findings;
    private final AuditFindings remarks;
    private final Map<Long, Reserved> pending = new HashMap<>();

    /** The pending reservation of each key. */
    private final Map<String, Long> open = new HashMap<>();

    /** The first number that each key was last confirmed under, and until when it was known then. */
    private final TextTable confirmed = new TextTable();

    /** The promise from now on; nothing until the ledger has options. */
    private Terms terms = new Terms(false, 0);

    /** @param retention how long a key is known at the least, in milliseconds */
    private record Terms(boolean holds, long retention) {

        Terms with(String told) {
            Matcher expiry = AT_EXPIRY.matcher(told);
            Matcher keys = RETENTION.matcher(told);
            return new Terms(
                    expiry.find() ? expiry.group(1).equals("hold") : holds,
                    keys.find() ? millis(keys.group(1)) : retention);
        }

        private static long millis(String told) {
            return told.equals("forever") ? Retention.FOREVER.toMillis() : Long.parseLong(told);
        }

        Terms atMost(long millis) {
            return new Terms(holds, Math.min(retention, millis));
        }

        long until(Instant time) {
            return time.toEpochMilli() + retention - CLOCKS_MILLIS;
        }
    }

    /** @param number the first of its numbers */
    private record Reserved(Optional<String> key, long number, Instant time, Terms terms) {

        /** Returns until when its key is known at the least, as long as it is pending. */
        long until() {
            return terms.holds() ? Long.MAX_VALUE : terms.until(time);
        }
    }

    KeyAudit(AuditFindings findings, AuditFindings remarks) {
        this.findings = findings;
        this.remarks = remarks;
    }

    /** Returns the key of the reservation that the entry confirms; empty if it has none, or the entry confirms none. */
    Optional<String> accept(LedgerEntry entry) {
        Posting posting = entry.posting();
        switch (posting.event()) {
            case CREATE, CONFIGURE -> posting.reason().ifPresent(this::promise);
            case RESERVE -> reserve(entry);
            case CONFIRM, CANCEL, EXPIRE, VOID -> {
                return settle(entry);
            }
            case APPEND, TURN -> {
                // Nothing of that is about keys.
            }
        }
        return Optional.empty();
    }

    private void promise(String told) {
        Terms next = terms.with(told);
        if (next.retention() < terms.retention()) {
            // An older reservation's outcome is not kept for longer than that of new ones.
            pending.replaceAll((reservation, reserved) -> new Reserved(
                    reserved.key(),
                    reserved.number(),
                    reserved.time(),
                    reserved.terms().atMost(next.retention())));
            confirmed.setSeconds(0);
        }
        terms = next;
    }

    private void reserve(LedgerEntry entry) {
        long reservation = entry.posting().reservation().orElseThrow();
        List<NumberRange> numbers = entry.posting().numbers();
        Optional<String> key = entry.posting().key();
        key.ifPresent(asked -> requireUnknown(entry, asked));
        pending.put(reservation, new Reserved(key, numbers.get(0).from(), entry.time(), terms));
        key.ifPresent(asked -> open.put(asked, reservation));
    }

    private void requireUnknown(LedgerEntry entry, String key) {
        long now = entry.time().toEpochMilli();
        Long reservation = open.get(key);
        Reserved before = reservation == null ? null : pending.get(reservation);
        if (before != null && before.until() > now) {
            findings.add(
                    entry.entry(),
                    entry.posting().numbers(),
                    "given for key %s, for which %s is pending under reservation %s"
                            .formatted(key, before.number(), reservation));
        }
        int place = confirmed.place(key);
        if (confirmed.first(place) != TextTable.NONE && confirmed.second(place) > now) {
            findings.add(
                    entry.entry(),
                    entry.posting().numbers(),
                    "given for key %s, for which %s was confirmed, and which was to be known for longer"
                            .formatted(key, confirmed.first(place)));
        }
    }

    private Optional<String> settle(LedgerEntry entry) {
        LedgerEvent event = entry.posting().event();
        long reservation = entry.posting().reservation().orElseThrow();
        Reserved reserved = pending.remove(reservation);
        if (reserved == null) {
            return Optional.empty();
        }
        reserved.key().ifPresent(key -> open.remove(key, reservation));
        if (event == LedgerEvent.EXPIRE && reserved.terms().holds()) {
            findings.add(
                    entry.entry(), entry.posting().numbers(), "expire, and it is held: no time alone gives it back");
        } else if (event == LedgerEvent.CONFIRM) {
            reserved.key().ifPresent(key -> confirm(entry, key, reserved));
            return reserved.key();
        }
        return Optional.empty();
    }

    private void confirm(LedgerEntry entry, String key, Reserved reserved) {
        int place = confirmed.place(key);
        if (confirmed.first(place) != TextTable.NONE) {
            remarks.add(
                    entry.entry(),
                    entry.posting().numbers(),
                    "confirmed for key %s, as %s was before".formatted(key, confirmed.first(place)));
        }
        // A key is forgotten with a restore: the books may have its number for another document.
        boolean forgotten = entry.posting().reason().equals(Optional.of(Posting.RESTORED));
        Terms promised = reserved.terms();
        confirmed.set(
                place,
                reserved.number(),
                forgotten ? 0 : promised.until(promised.holds() ? entry.time() : reserved.time()));
    }
}

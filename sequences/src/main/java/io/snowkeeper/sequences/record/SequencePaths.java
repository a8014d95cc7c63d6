package io.snowkeeper.sequences.record;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The znode paths of sequences, all of them, relative to the fleet's root.
 *
 * <p>A sequence's records lie below a random incarnation, so that a sequence which was deleted and created again shares
 * no path with its former self: a write that arrives late finds nothing to write to.
 */
public final class SequencePaths {

    /** Parent of the sequences. Persistent. */
    public static final String SEQUENCES = FleetPaths.SEQUENCES;

    /** Where the nodes elect the one that sweeps. */
    public static final String SWEEPER = "/sweeper";

    /** The registry of the ranges that sequences have. Persistent. */
    public static final String RANGES = "/ranges";

    /** Parent of the remains of deleted sequences. Persistent. */
    public static final String FORMER = "/former";

    /** A bucket has maxKeys / 64 children on average: of 5,000,000 keys 78,000 names of 64 letters, 5 MB of the 64 that a list in bulk may have. */
    private static final int KEY_BUCKETS = 64;

    private SequencePaths() {}

    /** A name's znode, which has the present incarnation. */
    public static String name(String sequence) {
        return SEQUENCES + "/" + sequence;
    }

    /** Returns whose a path is, of those that begin with {@link #name}. */
    public static String nameIn(String path) {
        int begin = SEQUENCES.length() + 1;
        int end = path.indexOf('/', begin);
        return path.substring(begin, end < 0 ? path.length() : end);
    }

    public static String incarnation(String sequence, String incarnation) {
        return name(sequence) + "/" + incarnation;
    }

    /** The state: every grant is a write to it. */
    public static String state(String sequence, String incarnation) {
        return FleetPaths.sequenceState(sequence, incarnation);
    }

    /** A record of ranges, where there are too many for the state. */
    public static String ranges(String sequence, String incarnation, int record) {
        return incarnation(sequence, incarnation) + "/ranges-" + record;
    }

    /** A page of the registry of ranges. */
    public static String registryPage(String page) {
        return RANGES + "/" + page;
    }

    /** A part of the numbers that came back, where there are too many for the state. */
    public static String returned(String sequence, String incarnation, int part) {
        return incarnation(sequence, incarnation) + "/returned-" + part;
    }

    /** The znode by which nodes take turns where several write the state; made when they first do. */
    public static String turn(String sequence, String incarnation) {
        return incarnation(sequence, incarnation) + "/turn";
    }

    /** The remains of the deleted sequences of a name that had a ledger. */
    public static String former(String sequence) {
        return FORMER + "/" + sequence;
    }

    /** A child of the state that is there for no time: it is made and deleted at once, which the state's next stamp shows. */
    public static String knock(String sequence, String incarnation) {
        return state(sequence, incarnation) + "/knock";
    }

    /** A segment of the ledger: entries that follow each other. */
    public static String segment(String sequence, String incarnation, int segment) {
        return incarnation(sequence, incarnation) + "/ledger-" + segment;
    }

    public static String keys(String sequence, String incarnation) {
        return incarnation(sequence, incarnation) + "/keys";
    }

    public static String pending(String sequence, String incarnation) {
        return incarnation(sequence, incarnation) + "/pending";
    }

    public static String pendingBucket(String sequence, String incarnation, long bucket) {
        return pending(sequence, incarnation) + "/" + bucket;
    }

    /** A pending reservation, by its count in the sequence. */
    public static String pendingEntry(String sequence, String incarnation, long number) {
        return pendingBucket(sequence, incarnation, number / BucketRecord.SLOTS) + "/" + number % BucketRecord.SLOTS;
    }

    /** A key's znode: named by its hash, since a key may have characters that a path may not. */
    public static String key(String sequence, String incarnation, String key) {
        byte[] hash = sha256(key);
        int bucket = (hash[0] & 0xff) % KEY_BUCKETS;
        // Without String.format, which has other digits in some locales: then nodes would look for a key in two places.
        return keys(sequence, incarnation) + "/" + bucket / 10 + bucket % 10 + "/"
                + HexFormat.of().formatHex(hash);
    }

    public static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private static byte[] sha256(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}

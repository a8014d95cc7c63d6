package io.snowkeeper.coordinator.fleet;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The znode paths of a fleet, all of them, relative to its root. */
public final class FleetPaths {

    /** The fleet's random id and its layout. Persistent. */
    public static final String FLEET = "/fleet";

    /** Parent of the live nodes' claims. Persistent. */
    public static final String CLAIMS = "/claims";

    /** Parent of the worker ids' slots. Persistent. */
    public static final String WORKERS = "/workers";

    /** How often ZooKeeper's data was found to be older than before. Persistent; not there where it never was. */
    public static final String RESTORES = "/restores";

    /** Parent of the sequences. Persistent. */
    public static final String SEQUENCES = "/sequences";

    /** A node's notes, from before a restore, of how far sequences had come. */
    public static String notes(String node) {
        // A name may have characters that a path may not.
        return RESTORES + "/" + URLEncoder.encode(node, StandardCharsets.UTF_8).replace(".", "%2E");
    }

    /** Returns the node whose notes a record has. */
    static String nodeOfNotes(String path) {
        return URLDecoder.decode(path.substring(RESTORES.length() + 1), StandardCharsets.UTF_8);
    }

    /** Where it is tried whether we may write; never to be seen, since it goes with the transaction that makes it. */
    static final String TRIAL = "/trial-";

    private static final String CLAIM_PREFIX = "claim-";

    private static final Pattern GROWING =
            Pattern.compile(".*" + SEQUENCES + "/[^/]+(/[^/]+/(keys|pending)/[^/]+/[^/]+)?");

    private static final Pattern CLAIM_NAME = Pattern.compile(".*" + CLAIM_PREFIX + "-?[0-9]{1,10}");

    private FleetPaths() {}

    /** Where claims are created; ZooKeeper appends the ticket number. */
    public static String newClaim() {
        return CLAIMS + "/" + CLAIM_PREFIX;
    }

    public static String claim(String name) {
        return CLAIMS + "/" + name;
    }

    public static String slot(long workerId) {
        return WORKERS + "/" + workerId;
    }

    /** Parent of the fence of the worker id's holder, or last holder. Persistent, as the fence is. */
    public static String fences(long workerId) {
        return slot(workerId) + "/fence";
    }

    public static String fence(long workerId, String name) {
        return fences(workerId) + "/" + name;
    }

    /** A sequence's state: how far it has come. */
    public static String sequenceState(String sequence, String incarnation) {
        return SEQUENCES + "/" + sequence + "/" + incarnation + "/state";
    }

    /**
     * Returns whether an absolute path belongs to a record that callers can multiply at will: of a sequence, a key or a
     * reservation.
     */
    public static boolean growsAtWill(String absolutePath) {
        return GROWING.matcher(absolutePath).matches();
    }

    /** Returns whether a name below {@link #CLAIMS} is that of a claim. */
    public static boolean isClaim(String name) {
        return CLAIM_NAME.matcher(name).matches();
    }

    /** Returns the number that ZooKeeper gave the claim: a signed 32-bit counter, which may have wrapped. */
    public static int ticketOf(String claimName) {
        return Integer.parseInt(claimName.substring(claimName.lastIndexOf(CLAIM_PREFIX) + CLAIM_PREFIX.length()));
    }
}

package io.snowkeeper.core;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A reason why a request is refused that may succeed later, or elsewhere now. The only list of these words: errors,
 * health, metrics and logs all use them. A word never changes; new ones may be added.
 */
public enum UnavailableReason {
    /** The clock reads less than the last id carries. */
    CLOCK_MOVED_BACKWARDS,
    /** The clock reads a time before the layout's time starts. */
    CLOCK_BEFORE_EPOCH,
    /** The machine's clock and ZooKeeper's are further apart than allowed, and the request depends on the time. */
    CLOCK_SKEW,
    /** The clock is too far behind an id that another one is to be larger than. */
    ID_AHEAD,
    /** The ids of a tick are used up, and the clock does not reach the next one. */
    CLOCK_STALLED,
    /** The clock is past the time that the worker id's owner has reserved, or will be soon. */
    RESERVATION_USED_UP,
    /** The years of the layout are over. */
    LAYOUT_ENDED,
    /** No worker id is held, and none of the other reasons says why. */
    NO_WORKER_ID,
    /** Another node has the one worker id of the fleet, and this one stands by to take over. */
    STANDBY,
    /** The node is starting, or was not named yet. */
    NOT_STARTED,
    /** The node is being stopped. */
    DRAINING,
    /** The client's address makes more requests a second than one may. */
    TOO_MANY_REQUESTS,
    /** As many clients are connected as are allowed, altogether or from the client's address. */
    TOO_MANY_CONNECTIONS,
    /** The node has been left as much unfinished work as it takes. */
    OVERLOADED,
    /** ZooKeeper cannot be reached, or does not answer in time; a request to a sequence may have been done. */
    ZOOKEEPER_AWAY,
    /** ZooKeeper has answered, and denies it. */
    ZOOKEEPER_DENIES,
    /** ZooKeeper's data is older than it was: the ensemble was restored from a backup, or lags behind. */
    ENSEMBLE_RESTORED,
    /** The fleet in ZooKeeper is not the one that the node belongs to. */
    OTHER_FLEET,
    /** As many calls of a sequence wait as may, or as many that ask for lists of sequences, or for names that are not known yet. */
    SEQUENCE_BUSY,
    /** As many keys, reservations or returned numbers of a sequence are kept as may. */
    SEQUENCE_FULL,
    /** A sequence cannot be served, for another reason that the text states. */
    SEQUENCE_UNAVAILABLE;

    private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns the reason's word: {@code clock-moved-backwards}. */
    public String text() {
        return text;
    }

    /** Returns the reason of a word, empty if it is unknown: a newer server may know more reasons. */
    public static Optional<UnavailableReason> of(String text) {
        return Arrays.stream(values())
                .filter(reason -> reason.text.equals(text))
                .findFirst();
    }

    @Override
    public String toString() {
        return text;
    }
}

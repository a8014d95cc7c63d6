package io.snowkeeper.sequences.plan;

import java.util.Set;

/** The outcome of planning: a draft that can be written, or something that must be read before all is planned again. */
public sealed interface Plan permits Draft, Plan.NeedsRead, Plan.NeedsState {

    /** Records are not known that were asked for. */
    record NeedsRead(Set<String> paths) implements Plan {}

    /** A record is not as the state says, so the state is older than the record. */
    record NeedsState() implements Plan {}
}

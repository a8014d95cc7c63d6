package io.snowkeeper.client.internal.connection;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A resolver of host names. */
@FunctionalInterface
public interface AddressLookup {

    /** Returns at least one address, or fails. Does not block. */
    CompletionStage<List<InetAddress>> addresses(String host);
}

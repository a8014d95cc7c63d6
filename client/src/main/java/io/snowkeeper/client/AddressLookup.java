package io.snowkeeper.client;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Finds the addresses of a host. */
@FunctionalInterface
interface AddressLookup {

    /** Returns at least one, in the order in which they are to be tried, or fails. Does not block. */
    CompletionStage<List<InetAddress>> addresses(String host);
}

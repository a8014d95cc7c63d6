package io.snowkeeper.loadtest.attack.measure;

import io.snowkeeper.loadtest.client.Exchange;
import java.net.InetSocketAddress;

/**
 * A client that does nothing but its work.
 *
 * @param name for people
 * @param address of the port that it asks
 * @param exchange its request
 * @param connects whether it opens a connection for each request, and keeps none
 */
public record Innocent(String name, InetSocketAddress address, Exchange exchange, boolean connects) {}

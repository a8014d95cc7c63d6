package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.RateSeries;

/**
 * The history of a node's rate.
 *
 * @param node the node's name
 */
public record NamedSeries(String node, RateSeries series) {}

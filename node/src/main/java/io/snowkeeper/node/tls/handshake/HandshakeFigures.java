package io.snowkeeper.node.tls.handshake;

/**
 * The handshakes of a node's ports.
 *
 * @param underWay how many are
 * @param waiting how many of them wait for a thread that computes
 * @param tooMany how many were ended since the start, since there were too many
 * @param left how many times since the start there was something to compute for a client that had left
 */
public record HandshakeFigures(int underWay, int waiting, long tooMany, long left) {}

/**
 * The line protocol: one JSON object a line, over TCP and over standard input and output. Both share everything from the bytes
 * of a line to the bytes of its answer.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.line;

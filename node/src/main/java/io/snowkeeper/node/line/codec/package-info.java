/**
 * The text of the line protocol: from the bytes of a line to a request, and from an answer to the bytes of its line. Knows no
 * connection.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.line.codec;

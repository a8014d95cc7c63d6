/**
 * Load on a server that answers each line by a line, with any lines. Sends over plain sockets, and looks at nothing in
 * the answers but their ends.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.lines;

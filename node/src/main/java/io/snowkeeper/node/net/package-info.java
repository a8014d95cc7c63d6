/** The connections of all ports: their number, the bytes that they may leave with us, and their end. */
@NullMarked
package io.snowkeeper.node.net;

import org.jspecify.annotations.NullMarked;

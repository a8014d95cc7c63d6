/** The connections of all ports: how many there are, what they may leave with us, how they end. */
@NullMarked
package io.snowkeeper.node.net;

import org.jspecify.annotations.NullMarked;

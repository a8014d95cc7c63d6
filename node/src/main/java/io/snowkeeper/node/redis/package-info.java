/** The port that speaks Redis' protocol: commands, the data of a client's connection, answers. */
@NullMarked
package io.snowkeeper.node.redis;

import org.jspecify.annotations.NullMarked;

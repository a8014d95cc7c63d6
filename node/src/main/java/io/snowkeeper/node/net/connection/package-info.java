/** The connections of all ports as long as they last: their clients, also behind proxies, and their age. */
@NullMarked
package io.snowkeeper.node.net.connection;

import org.jspecify.annotations.NullMarked;

"use strict";
const Page = (() => {
  const start = async () => {
    await Promise.all([Walker.unpack("engine"), Walker.unpack("content")]);
  };
  return { start };
})();
